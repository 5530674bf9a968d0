-- Returns what equal codes have in common: `text_key` in NFKC, without white space and hyphens. `codeKey` in
-- `src/platform/text.ts` returns the same. Indexes depend on it.
create or replace function code_key(value text) returns text language sql immutable parallel safe
  return text_key(translate(normalize(value, nfkc), E'\t\n\r -\u2010\u2012\u2013\u2014\u2015\u2212', ''));
