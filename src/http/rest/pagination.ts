/**
 * The five headers of a page (spec, Limits): `first` and `last` are always linked, `prev` and `next` where they exist.
 *
 * @param url the request's own address, whose other parameters the links keep
 */
export function paginationHeaders(url: URL, page: number, pageSize: number, total: number): Record<string, string> {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const links: [string, number][] = [['first', 1]];
  if (page > 1) links.push(['prev', Math.min(page - 1, pages)]);
  if (page < pages) links.push(['next', page + 1]);
  links.push(['last', pages]);
  return {
    Link: links.map(([relation, target]) => `<${addressOf(url, target)}>; rel="${relation}"`).join(', '),
    'Current-Page': String(page),
    'Page-Items': String(pageSize),
    'Total-Count': String(total),
    'Total-Pages': String(pages),
  };
}

function addressOf(url: URL, page: number): string {
  const target = new URL(url);
  target.searchParams.set('page', String(page));
  return target.href;
}
