import { lazyRouteComponent } from '@tanstack/react-router'
import { whenOnline } from './when-online.ts'

/** Returns the component of a page whose module is loaded when somebody opens it, or is about to. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(whenOnline(load), name)
