import { useEffect, useState } from 'react'

/** Survives a second rendering of the page, which no longer finds the fragment. */
let tokenOfThisVisit: string | undefined

/** Removes the token from the address and the history immediately, so that neither can leak it later. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) tokenOfThisVisit = token
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  return tokenOfThisVisit
}

/** The token in the fragment of a link from an email, which servers and their logs never see. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState(takeToken)
  useEffect(() => {
    // Opening another link in the same tab changes only the fragment and does not load the page.
    const take = () => setToken(takeToken())
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}

/** Call when the token has been used up. */
export function forgetLinkToken(): void {
  tokenOfThisVisit = undefined
}
