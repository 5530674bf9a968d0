import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MenuLink } from '../../../design/menu-link.js';
import { SideMenu } from '../../../design/side-menu.js';
import { useSignal } from '../../../design/signal.js';
import { NextStep } from '../../first-run/first-run.js';
import { addressOf, follow, place } from '../../navigation.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { type SetupPart, setupGroups } from './parts.js';
import { SetupSearch } from './setup-search.js';

/**
 * `setup`: the menu; `setup/services`: the list of a part; `setup/services/12`: one of its records, `setup/services/12/…`: a
 * part of that; `setup/services/new`: a new one. Where there is room for it, the menu is beside the part, and `setup` opens the first one.
 */
export default function SetupView() {
  const {
    rest: [name, open, below],
  } = useSignal(place);
  const groups = setupGroups
    .map((group) => ({ ...group, parts: group.parts.filter(({ permission }) => can(permission)) }))
    .filter(({ parts }) => parts.length > 0);
  const parts = groups.flatMap((group) => group.parts);
  const chosen = parts.find((part) => part.name === name);
  const current = chosen ?? parts[0];
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);
  useLayoutEffect(() => {
    // The link in the menu of a phone, which had the focus, is no longer shown.
    if (shown.current !== name) title.current?.focus();
    shown.current = name;
  }, [name]);
  if (!current) return <p>{t.setup.common.notAllowed}</p>;
  const { Content } = current;
  return (
    <div class={chosen ? 'setup has-part' : 'setup'}>
      <div class="setup-menu">
        <h1 class="only-narrow">{t.setup.common.setup}</h1>
        <SetupSearch parts={parts} />
        <SideMenu
          label={t.setup.common.menu}
          groups={groups.map(({ title, isFolded = false, parts }) => ({
            title,
            isFolded,
            links: parts.filter(({ below }) => below === undefined).map((part) => linkTo(part, current)),
          }))}
        />
      </div>
      <div class="setup-part">
        <p class="only-narrow">
          <Link path="setup">{t.setup.common.backToMenu}</Link>
        </p>
        {!['overview', 'start'].includes(current.below ?? current.name) && <NextStep part={`setup/${current.name}`} />}
        <h1 ref={title} tabIndex={-1}>
          {current.title}
        </h1>
        <Content key={current.name} open={open} below={below} />
      </div>
    </div>
  );
}

function linkTo({ name, title }: SetupPart, current: SetupPart): MenuLink {
  const path = `setup/${name}`;
  const isCurrent = name === (current.below ?? current.name);
  return { href: addressOf(path), title, isCurrent, onClick: (event) => follow(event, path) };
}
