/**
 * - `recent`: nothing was typed, so the goals that were opened last are shown.
 * - `searching`: the service has not answered for what was typed, or has not even been asked.
 * - `found`: the service has answered, perhaps with no goal.
 */
export type SearchState = 'recent' | 'searching' | 'found' | 'failed'

type Search = {
  /** What was typed, without spaces around it. */
  text: string
  /** What the service was asked for last. Lags behind what was typed. */
  asked: string
  isFetching: boolean
  isError: boolean
}

export function searchState({ text, asked, isFetching, isError }: Search): SearchState {
  if (text === '') return 'recent'
  if (text !== asked || isFetching) return 'searching'
  return isError ? 'failed' : 'found'
}
