import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('goals/conversation', {
  title: 'Conversation',
  none: 'No comments yet.',
  earlier: 'Earlier comments',
  /** Above a comment that the address names. */
  linked: 'The comment that the link leads to',
  notFound: 'That comment is no longer here.',
  wrote: '{who}, {ago}',
  edited: 'edited',
  onReport: (revision: string) => `On revision ${revision}`,
  removed: 'A comment of {who} was deleted.',
  edit: 'Edit comment',
  delete: 'Delete comment',
  copyLink: 'Copy link',
  linkCopied: 'Link copied.',
  copyFailed: 'The link could not be copied.',
  form: {
    label: 'Your comment',
    reportLabel: (revision: string) => `Your comment on revision ${revision}`,
    hint: 'Type @ to mention someone. Markdown works.',
    onReport: 'Comment',
    send: 'Post comment',
    sending: 'Posting',
    save: 'Save',
    saving: 'Saving',
    cancel: 'Cancel',
    missing: 'Write the comment.',
    tooLong: (maximum: string) => `Use at most ${maximum} characters.`,
    people: 'People to mention',
    saved: 'Comment saved.',
  },
  posted: {
    nobody: 'Comment posted. Nobody else watches this goal.',
    one: (name: string) => `Comment posted. ${name} is told.`,
    more: (name: string, others: number) =>
      `Comment posted. ${name} and ${formatNumber(others)} ${plural(others, { one: 'other', other: 'others' })} are told.`,
  },
  ofReport: (count: string, more: number) =>
    `${count} ${plural(more, { one: 'comment', other: 'comments' })}`,
  confirm: {
    title: 'Delete this comment?',
    text: 'Its words disappear everywhere. What stays is that there was a comment. You cannot undo this.',
    action: 'Delete comment',
    done: 'Comment deleted.',
  },
})
