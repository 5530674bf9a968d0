import { Router } from 'express';
import { refuseOtherMethods } from '../other-methods.js';
import { pageHeaders } from '../page-headers.js';
import type { Guide } from './guides.js';

/** Serves the guides at `/docs/guides`, without authentication. */
export function guidesRouter(guides: readonly Guide[]): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/docs/guides', async (_request, response) => {
    const { guideListPage } = await pages();
    response.set(pageHeaders()).type('html').send(guideListPage(guides));
  });
  for (const [index, { name }] of guides.entries()) {
    router.get(`/docs/guides/${name}`, async (_request, response) => {
      const { guidePage } = await pages();
      response.set(pageHeaders()).type('html').send(guidePage(guides, index));
    });
  }
  router.all(['/docs/guides', ...guides.map(({ name }) => `/docs/guides/${name}`)], refuseOtherMethods('GET'));
  return router;
}

/** Loads the module, and the Markdown renderer, at the first call. */
const pages = () => import('./guides.page.js');
