"""Resources: what every view of the API has in common."""

from typing import ClassVar, Final

from rest_framework.views import APIView

from api.auth import Scopes

# HEAD comes with GET; OPTIONS would describe a view by other words than the schema's.
METHODS: Final = ["get", "head", "post"]


class Resource(APIView):
    """A view that keys may use: `scopes` says which, by method."""

    scopes: ClassVar[Scopes] = {}
    http_method_names = METHODS
