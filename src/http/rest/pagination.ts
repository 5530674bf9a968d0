/**
 * Returns the five headers of a page (spec, Limits). `Link` always contains `first` and `last`, and `prev` and `next` if
 * they exist.
 *
 * @param url the URL of the request; the links keep its other parameters
 */
export function paginationHeaders(url: URL, page: number, pageSize: number, total: number): Record<string, string> {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const links: [string, number][] = [['first', 1]];
  if (page > 1) links.push(['prev', Math.min(page - 1, pages)]);
  if (page < pages) links.push(['next', page + 1]);
  links.push(['last', pages]);
  return {
    Link: links.map(([relation, target]) => `<${urlOfPage(url, target)}>; rel="${relation}"`).join(', '),
    'Current-Page': String(page),
    'Page-Items': String(pageSize),
    'Total-Count': String(total),
    'Total-Pages': String(pages),
  };
}

function urlOfPage(url: URL, page: number): string {
  const target = new URL(url);
  target.searchParams.set('page', String(page));
  return target.href;
}
