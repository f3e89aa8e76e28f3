import type { BriefScope } from '@cairn/contract/schemas/feed/brief'

/** The people whose goals the page is about. It is in the address; without it, the reader's own. */
export type HomeSearch = { scope?: Exclude<BriefScope, 'mine'> }

export function parseHomeSearch({ scope }: Record<string, unknown>): HomeSearch {
  return scope === 'all' || scope === 'watched' ? { scope } : {}
}
