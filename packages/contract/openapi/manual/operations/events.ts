import type { TextsOf } from './texts-of.ts'

export const eventsTexts: TextsOf<'events'> = {
  getMe: `Returns the user, the organization with the user's role in it, and the credential of the request. A program asks this first, to see whether its token works, what it may do, and when it expires.`,
  getBrief: `Returns in one response what needs the caller and what has changed: the active goals that the caller owns, the most pressing first, and the events since a time or since an earlier brief. At most 32 KiB: what does not fit is left out, and \`moreGoals\` or \`moreEvents\` says so.

Send the \`cursor\` of a brief as \`since\` of the next one, so that nothing is missed. Without \`since\` it goes back 7 days. A token with \`goals:read\` gets events of its user's goals only, and one that is limited to some goals gets these and their events.`,
  listEvents: `Returns what happened in the organization: reports, edits, labels, and, for owners and admins, members and invitations. A token that is limited to some goals gets the events of these goals only, so a page can be empty and have a \`nextCursor\`.

To follow the feed, send the \`cursor\` of the response as \`after\` of the next request, also after the last page. No event is missed, whatever is written at the same time; one may come twice, with the same \`id\`. Events are kept for 90 days. To be called instead of asking, use webhooks.`,
}
