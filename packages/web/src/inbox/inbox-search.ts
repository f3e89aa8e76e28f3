/** The filter of the inbox. It is in the address. Unread items are shown unless all are wanted. */
export type InboxSearch = { show?: 'all' }

export function parseInboxSearch({ show }: Record<string, unknown>): InboxSearch {
  return show === 'all' ? { show } : {}
}
