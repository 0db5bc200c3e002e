#!/bin/sh
# Two roles and their database, made once when the server's data is new: an owner, who changes the
# schema, and the application, who works. Reads CARDROOM_OWNER_PASSWORD and CARDROOM_APP_PASSWORD.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    --set owner_password="$CARDROOM_OWNER_PASSWORD" --set app_password="$CARDROOM_APP_PASSWORD" <<'SQL'
SET password_encryption = 'scram-sha-256';
CREATE ROLE cardroom_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE cardroom_app LOGIN PASSWORD :'app_password';
CREATE DATABASE cardroom OWNER cardroom_owner TEMPLATE template0
    ENCODING UTF8 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE cardroom FROM PUBLIC;
GRANT CONNECT ON DATABASE cardroom TO cardroom_app;
SQL
