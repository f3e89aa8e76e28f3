/** Returns what the consent page takes from its address: the id of a program's request. */
export function parseConsentSearch({ consent }: Record<string, unknown>): { consent?: string } {
  return typeof consent === 'string' && consent !== '' ? { consent } : {}
}
