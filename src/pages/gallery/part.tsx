import type { ComponentChildren } from 'preact';

/** A part of the gallery with the components of one kind. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section id={id} class="part" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
