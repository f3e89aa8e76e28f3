/** Returns what the consent page takes from its address: the id of a program's request. */
export function parseConsentSearch({ consent }: Record<string, unknown>): { consent?: string } {
  return typeof consent === 'string' && consent !== '' ? { consent } : {}
}

/** Returns what the page for codes takes from its address: the code that a device shows. */
export function parseDeviceSearch({ user_code: code }: Record<string, unknown>): { user_code?: string } {
  return typeof code === 'string' && code !== '' ? { user_code: code.slice(0, 64) } : {}
}
