/** Addresses in the web app and the service that emails link to. */
import type { UnsubscribableKind } from '@cairn/contract/schemas/people/notifications'
import type { Person } from '../person.ts'
import { unsubscribeTokenOf } from '../unsubscribe/unsubscribe-token.ts'

/** A page of an organization: the reader may be looking at another one. */
export function pageOf(
  webOrigin: string,
  organizationId: string,
  path: string,
  search: Record<string, string> = {},
): string {
  return `${webOrigin}${path}?${new URLSearchParams({ ...search, organization: organizationId })}`
}

export function notificationSettingsOf(webOrigin: string): string {
  return `${webOrigin}/settings/notifications`
}

/** Takes the POST of an email program, and leads people who open it to a page that asks first. */
export function unsubscribeUrlOf(
  webOrigin: string,
  person: Pick<Person, 'personKey' | 'unsubscribeKey'>,
  kind: UnsubscribableKind,
): string {
  const token = unsubscribeTokenOf(person, kind)
  return `${webOrigin}/v1/notification-preferences/unsubscribe?${new URLSearchParams({ token })}`
}
