import { Modes } from '../../../src/outbox/modes.js';

const door = () =>
  new Modes<'open' | 'closed' | 'gone'>('the door', { open: ['closed'], closed: ['open', 'gone'], gone: [] }, 'open');

it('enters the modes that its table allows', () => {
  const mode = door();
  for (const next of ['closed', 'open', 'closed', 'gone'] as const) {
    mode.enter(next);
    expect(mode.current).toBe(next);
  }
});

it.each([
  [[], 'open', 'the door cannot become open: it is open'],
  [[], 'gone', 'the door cannot become gone: it is open'],
  [['closed', 'gone'], 'open', 'the door cannot become open: it is gone'],
] as const)('after %j, throws for %s and keeps its mode', (before, next, message) => {
  const mode = door();
  for (const one of before) mode.enter(one);
  const { current } = mode;
  expect(() => mode.enter(next)).toThrow(message);
  expect(mode.current).toBe(current);
});
