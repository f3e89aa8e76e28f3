// Runs before the first paint. Blocking and small on purpose.
{
  // Without a stored choice, the style sheet follows the system.
  try {
    const theme = localStorage.getItem('cairn.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Storage may be blocked. Follow the system then.
  }

  // The build writes them here (build/start.ts): a pattern for the path, the frame, and the scripts of each page.
  const pages = /* pages */ []
  const page = pages.find(([pattern]) => new RegExp(pattern).test(location.pathname))
  if (page) {
    const [, frame, scripts, data] = page
    // index.html has the frames; the style sheet shows this one until the app is there.
    if (frame) document.documentElement.dataset.frame = frame
    // Everything that the page needs is loaded at the same time, instead of one after the other.
    for (const href of [...scripts, ...translationOf(frame)]) load({ rel: 'modulepreload', href })
    if (frame === 'front') load({ rel: 'preload', as: 'fetch', href: '/v1/auth/config' })
    if (frame) askFor(data).catch(() => undefined)
  }

  /** Asks for the session, and for what the page shows, while its scripts are loaded. */
  async function askFor(data) {
    const response = await ask('/v1/auth/state')
    const { session } = await response.clone().json()
    const search = new URLSearchParams(location.search)
    const named = search.get('organization')
    search.delete('organization')
    // A page with filters asks for something else.
    if (!session || search.size > 0) return
    const ids = session.organizations.map(({ id }) => id)
    const organizationId = named ?? lastOrganizationIn(ids) ?? session.activeOrganizationId
    if (!ids.includes(organizationId)) return
    const [, , id] = location.pathname.split('/')
    // The app finds out which organization such a page is about.
    if (id && named === null && ids.length > 1) return
    for (const path of data) ask(path.replace('<id>', id), organizationId).catch(() => undefined)
  }

  /** The app takes the response (api/early-responses.ts). */
  function ask(path, organizationId) {
    const headers = { 'Accept-Language': languageOfReader() }
    if (organizationId !== undefined) headers['Organization-Id'] = organizationId
    const response = fetch(path, { headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) })
    window.earlyResponses ??= new Map()
    window.earlyResponses.set(path, { organizationId, response })
    return response
  }

  /** That of the tab, by the rules of session/tab-organization.ts. */
  function lastOrganizationIn(ids) {
    try {
      return ids.find((id) => id === sessionStorage.getItem('cairn.organization'))
    } catch {
      // Storage may be blocked. The tab begins in the active organization then.
    }
  }

  /** The files of the reader's language. English needs none. */
  function translationOf(frame) {
    const { front = [], app = [] } = /* translation */ {}
    if (languageOfReader() === 'en') return []
    return frame === 'app' ? [...front, ...app] : front
  }

  /** By the rules of language/language.ts. */
  function languageOfReader() {
    let chosen
    try {
      chosen = localStorage.getItem('cairn.language')
    } catch {
      // Storage may be blocked. Follow the browser then.
    }
    const tags = chosen ? [chosen] : navigator.languages
    return (
      tags.map((tag) => tag.split(/[-_]/)[0].toLowerCase()).find((tag) => tag === 'de' || tag === 'en') ??
      'en'
    )
  }

  function load(attributes) {
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }))
  }
}
