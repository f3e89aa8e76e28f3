/** A person's browser without a screen: keeps cookies for each origin and follows redirects. */
export type BrowserJar = {
  /** Sends a request, follows its redirects, and returns where they lead and what is there. */
  open(url: string, init?: RequestInit): Promise<Visit>
  /** The same without following redirects. */
  send(url: string, init?: RequestInit): Promise<Response>
  /** The `Cookie` header for an origin. */
  cookiesFor(origin: string): string
  /** Takes another browser's cookies of an origin. */
  adopt(origin: string, header: string): void
}

export type Visit = { url: string; status: number; text: string }

const maximumRedirects = 12

export function createBrowserJar(): BrowserJar {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const cookiesFor = (origin: string) =>
    [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ')

  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(url)
    const cookie = cookiesFor(origin)
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const isCleared = /max-age=0\b/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line)
      if (isCleared) jarOf(origin).delete(name)
      else jarOf(origin).set(name, value)
    }
    return response
  }

  return {
    send,
    cookiesFor,
    adopt: (origin, header) => {
      for (const cookie of header.split('; ')) {
        const [name = '', ...value] = cookie.split('=')
        jarOf(origin).set(name, value.join('='))
      }
    },
    open: async (url, init) => {
      let response = await send(url, init)
      let at = url
      for (let count = 0; response.status >= 300 && response.status < 400; count++) {
        if (count === maximumRedirects) throw new Error(`${url} redirects too often.`)
        at = new URL(response.headers.get('location') ?? '', at).href
        response = await send(at)
      }
      return { url: at, status: response.status, text: await response.text() }
    },
  }
}
