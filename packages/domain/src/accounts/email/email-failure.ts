/**
 * Returns why an email was not sent, for the log: the code of the error, or its name. Never its message, in which email servers
 * repeat the address.
 */
export function emailFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code = error.name } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
