"""The house that a key belongs to."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import READ, key_of
from api.resource import Resource
from api.schema import described
from cardroom.house.view import HouseView, house_view


class House(Resource):
    """What table systems need of their house: offerings with limits and fees, who may authorise."""

    scopes = READ

    @described("getHouse", {200: HouseView}, tags=["house"])
    def get(self, request: Request) -> Response:
        """The key's house as it is now; a key of scope `tables` sees its own tables only."""
        key = key_of(request)
        bound = key.tables if key.scope == "tables" else None
        return Response(house_view(key.house, tables=bound))
