#!/bin/sh
# Run by the image of PostgreSQL when it creates its files: the server's role is no superuser. The superuser of the image has
# no password afterwards, so that only a shell in the container connects as it.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role booking login password :'password';
create database booking owner booking;
alter role current_user password null;
SQL
