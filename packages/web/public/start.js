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
    const [, frame, scripts] = page
    // index.html has the frames; the style sheet shows this one until the app is there.
    if (frame) document.documentElement.dataset.frame = frame
    // Everything that the page needs is loaded at the same time, instead of one after the other.
    for (const href of [...scripts, ...translationOf(frame)]) load({ rel: 'modulepreload', href })
    if (frame) load({ rel: 'preload', as: 'fetch', href: '/v1/auth/state' })
    if (frame === 'front') load({ rel: 'preload', as: 'fetch', href: '/v1/auth/config' })
  }

  /** The files of the reader's language, by the rules of language/language.ts. English needs none. */
  function translationOf(frame) {
    const { front = [], app = [] } = /* translation */ {}
    let chosen
    try {
      chosen = localStorage.getItem('cairn.language')
    } catch {
      // Storage may be blocked. Follow the browser then.
    }
    const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
    const isFirst = preferred.find((tag) => tag === 'de' || tag === 'en') === 'de'
    if (chosen !== 'de' && (chosen || !isFirst)) return []
    return frame === 'app' ? [...front, ...app] : front
  }

  function load(attributes) {
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }))
  }
}
