import { lazyRouteComponent } from '@tanstack/react-router'
import { loadAppTranslation } from '../../language/load-translations.ts'
import { whenOnline } from '../hooks/when-online.ts'

/** Returns the component of a page that works without signing in. Its module is loaded when somebody opens it, or is about to. */
export const lazyFrontPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(whenOnline(load), name)

/** As `lazyFrontPage`, for pages behind the sign-in. Modules read their texts when they load, so the translation comes first. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyFrontPage(async () => {
    await loadAppTranslation()
    return load()
  }, name)
