/** The message of Amazon EventBridge about an email that could not be delivered (`infra/functions/background/due.ts`). */
export type Bounce = { bounced: string[]; at: string }

export function isBounce(event: unknown): event is Bounce {
  const { bounced, at } = (event ?? {}) as Partial<Record<keyof Bounce, unknown>>
  const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at))
  return isTime && Array.isArray(bounced) && bounced.every((address) => typeof address === 'string')
}
