import { englishInboxWords } from '@cairn/contract/display/inbox-words'
import { catalog, plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'

export const texts = catalog('inbox', {
  title: 'Inbox',
  intro: 'What happened that concerns you, newest first. Items are kept for 90 days.',
  happened: englishInboxWords.happened,
  legend: 'Which items',
  unread: 'Unread',
  all: 'All',
  loading: 'Loading your inbox',
  items: 'Items',
  isUnread: 'Unread.',
  done: 'Mark as done',
  undone: 'Mark as unread',
  acknowledge: 'Acknowledge and mark as done',
  reply: 'Reply',
  open: 'Open goal',
  wasDone: 'Marked as done.',
  wasUndone: 'Marked as unread.',
  wasAcknowledged: 'Acknowledged.',
  markAll: 'Mark all as done',
  markingAll: 'Marking',
  allDone: (count: number) =>
    `${formatNumber(count)} ${plural(count, { one: 'item', other: 'items' })} marked as done.`,
  more: 'Show more',
  loadingMore: 'Loading',
  /** In an opened item. */
  noText: 'Nothing was written, or it was deleted.',
  caughtUp: 'You are all caught up',
  caughtUpText: 'New items appear here by themselves.',
  showAll: 'Show all items',
  empty: 'Nothing here yet',
  emptyText:
    'Reports on goals you watch, questions, mentions, and goals handed over to you appear here by themselves.',
  settings: 'Choose what comes here, and by email',
})
