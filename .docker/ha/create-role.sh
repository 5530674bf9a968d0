#!/bin/sh
# Run by Patroni once, on the first primary, with the address of the database as superuser: the server's role is no superuser.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" "$1" <<'SQL'
create role booking login password :'password';
create database booking owner booking;
SQL
