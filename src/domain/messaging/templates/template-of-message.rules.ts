/** The deduplication key of messages from that template. The related list of their template finds them by it. */
export const templateKey = (templateId: number): string => `template:${templateId}`;

/** Returns the id of the template whose message has that deduplication key, or null if no template made it. */
export function templateIdOf(deduplicationKey: string | null): number | null {
  const [, id] = deduplicationKey?.match(/^template:(\d{1,10})(?::|$)/) ?? [];
  return id === undefined ? null : Number(id);
}
