import { accessibilityProblems, describeInChromium, openPage } from '../support/chromium.js';

const pageOf = (text: string, style = ''): string =>
  `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><h1>Page</h1><p>${text}</p></main>`;

describeInChromium('the check of accessibility', (browser) => {
  it('waits for parts that are read again and for those in motion', async () => {
    const { page } = await openPage(browser(), 'http://localhost', { reducedMotion: 'no-preference' });
    await page.setContent(pageOf('Text', '[aria-busy="true"] { opacity: 0.3 }'));
    await page.evaluate(`(() => {
      const text = document.querySelector('p');
      text.setAttribute('aria-busy', 'true');
      setTimeout(() => text.setAttribute('aria-busy', 'false'), 1000);
    })()`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setContent(
      pageOf('Text', '@keyframes fade { from { opacity: 0.1 } to { opacity: 0.3 } } p { animation: fade 1s }'),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('reports the measured colours', async () => {
    const { page } = await openPage(browser(), 'http://localhost');
    await page.setContent(pageOf('Text', 'p { color: #999; background: #fff }'));
    expect(await accessibilityProblems(page)).toEqual([
      'color-contrast: Elements must meet minimum color contrast ratio thresholds: p (#999999 on #ffffff, 2.84:1)',
    ]);
  });
});
