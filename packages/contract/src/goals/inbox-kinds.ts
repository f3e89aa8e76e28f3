/**
 * The kinds of items in an inbox, the strongest first: a happening is one item of a person, of the strongest kind that fits. Without schemas,
 * which what follows changes does not need.
 */
export const inboxKinds = [
  'mentioned',
  'commented',
  'question',
  'answered',
  'review',
  'reported',
  'handed_over',
  'claim_expired',
  'report_requested',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** Items are kept for so many days. */
export const inboxRetentionDays = 90

/** Of the text of an item, in characters. */
export const maximumInboxText = 200

/** Ways in which a person wants to be told: in the inbox, there and by a daily email, or not at all. */
export const inboxChoices = ['inbox', 'daily_email', 'none'] as const
export type InboxChoice = (typeof inboxChoices)[number]

/** Kinds that need the person come by email too, unless they choose otherwise. Questions have an email of their own. */
export const defaultInboxChoices: Readonly<Record<InboxKind, InboxChoice>> = {
  mentioned: 'daily_email',
  commented: 'inbox',
  question: 'inbox',
  answered: 'inbox',
  review: 'daily_email',
  reported: 'inbox',
  handed_over: 'inbox',
  claim_expired: 'inbox',
  report_requested: 'daily_email',
}
