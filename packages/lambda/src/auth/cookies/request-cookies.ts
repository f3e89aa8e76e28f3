import type { Cookies } from '@cairn/domain/requests/request-context'
import type { OperationEvent } from '../../pipeline/event.ts'
import { createHostCookie } from './host-cookie.ts'

/** Reads the cookies of a request, and collects those of its response in `event.responseCookies`. */
export function createRequestCookies(webOrigin: string, event: OperationEvent): Cookies {
  const add = (cookie: string) => {
    event.responseCookies = [...(event.responseCookies ?? []), cookie]
  }
  return {
    read: (name) => createHostCookie(webOrigin, name).read(event),
    set: (name, value, lifetimeSeconds) => add(createHostCookie(webOrigin, name).set(value, lifetimeSeconds)),
    clear: (name) => add(createHostCookie(webOrigin, name).clear()),
  }
}
