-- Returns what equal texts have in common: NFC with full case folding, without invisible characters, in any collation of the
-- database. `textKey` in `src/platform/text.ts` returns the same. Indexes depend on it.
create or replace function text_key(value text) returns text language sql immutable parallel safe
  return case
    when octet_length(value) = char_length(value) then lower(value collate "C") collate "C"
    else normalize(translate(
      lower(upper(lower(translate(normalize(value, nfc),
        E'\u0131\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e'
        '\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff', E'\ue000')
        collate "und-x-icu")) collate "und-x-icu"),
      E'\u03c2\ue000', E'\u03c3\u0131'), nfc) collate "C"
  end;
