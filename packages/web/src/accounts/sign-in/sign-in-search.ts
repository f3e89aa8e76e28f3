type SignInSearch = {
  returnTo?: string
  verified?: '1'
  reset?: '1'
  mode?: 'register'
  problem?: string
}

/** Returns what the sign-in page takes from its address. Anything else in it is ignored. */
export function parseSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { returnTo, verified, reset, mode, problem } = search
  return {
    ...(typeof returnTo === 'string' && { returnTo }),
    ...(verified === '1' && { verified }),
    ...(reset === '1' && { reset }),
    ...(mode === 'register' && { mode }),
    ...(typeof problem === 'string' && { problem }),
  }
}
