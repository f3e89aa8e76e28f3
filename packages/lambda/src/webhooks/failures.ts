/** Also if the name does not exist: whether a network has a private name must not show. */
export const noPublicAddress = 'no public address'

const kinds: readonly [codes: RegExp, words: string][] = [
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/, 'certificate not valid'],
  [/^(?:EPROTO|ERR_SSL|ERR_TLS)/, 'TLS failed'],
  [/^HPE_/, 'invalid response'],
  [/^(?:ECONNRESET|EPIPE)$/, 'connection closed'],
]

/** Why an attempt failed, in the words that administrators read. */
export function describeFailure(error: Error): string {
  if (error.message === noPublicAddress) return noPublicAddress
  const { code = '' } = error as NodeJS.ErrnoException
  return kinds.find(([codes]) => codes.test(code))?.[1] ?? 'connection failed'
}
