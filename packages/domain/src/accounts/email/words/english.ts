import { englishEventWords } from '@cairn/contract/display/event-words'
import { englishInboxWords } from '@cairn/contract/display/inbox-words'
import { healthNames } from '@cairn/contract/display/value-names'
import type { AttentionReason } from '@cairn/contract/schemas/goals/goal-values'

/** A deadline in a sentence about it: today, tomorrow, or so many days from now. */
export type Nearness = 'today' | 'tomorrow' | number

const near = (when: Nearness) => (typeof when === 'number' ? `in ${when} days` : when)
const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)
const reportsAreLate = (count: number) => (count === 1 ? '1 report is late' : `${count} reports are late`)
const deadlinesAreNear = (count: number) =>
  count === 1 ? '1 deadline is near' : `${count} deadlines are near`

/** The texts of emails in English. */
export const english = {
  locale: 'en-US',
  events: englishEventWords,
  signIn: 'Sign in',
  createAccount: 'Create an account',
  openCairn: 'Open Cairn',
  nothingChanged: 'Nothing was changed.',
  account: 'Account',
  name: 'Name',
  verification: {
    subject: 'Verify your email address for Cairn',
    preview: (lifetimeHours: number) => `Open the link within ${hours(lifetimeHours)}.`,
    someone: 'Someone created a Cairn account with this email address.',
    created: 'Created',
    ifYou: (lifetimeHours: number) =>
      `If it was you, open this link within ${hours(lifetimeHours)} in the browser you used.`,
    verify: 'Verify email address',
    ifNot:
      'If it was not you, do not confirm the account. Ignore this email. The person who created the account knows its password, but cannot sign in unless you confirm it.',
  },
  alreadyRegistered: {
    subject: 'You already have a Cairn account',
    text: 'Somebody, perhaps you, registered this address again. Nothing was changed.',
  },
  alreadyVerified: {
    subject: 'Your email address is already verified',
    preview: 'Sign in with your password.',
    text: 'Somebody, perhaps you, asked for a link that verifies this email address. Your Cairn account does not need one.',
  },
  noAccount: {
    subject: 'There is no Cairn account with this email address',
    text: 'Somebody, perhaps you, asked for a link to a Cairn account with this email address. There is none. You may have used another address.',
    ifNot: 'If it was not you, ignore this email.',
  },
  password: {
    resetSubject: 'Choose a new password for Cairn',
    resetPreview: (lifetimeHours: number) => `Open the link within ${hours(lifetimeHours)}.`,
    forgot: (lifetimeHours: number) =>
      `Somebody, perhaps you, forgot the password of the Cairn account with this email address. To choose a new one, open this link within ${hours(lifetimeHours)}. It works once.`,
    choose: 'Choose a new password',
    stays: 'If it was not you, ignore this email. Your password stays the same.',
    changedSubject: 'Your Cairn password was changed',
    changedPreview: 'Was it not you? Choose a new password.',
    changedText: 'The password of your Cairn account was changed.',
    changed: 'Changed',
    signedOut: 'Other browsers were signed out. Programs with API tokens keep their access.',
    ifNot: 'If it was not you, choose a new password now.',
  },
  emailChange: {
    confirmSubject: 'Confirm your new email address for Cairn',
    confirmPreview: (lifetimeHours: number) => `Open the link within ${hours(lifetimeHours)}.`,
    someone: 'Someone wants to use this email address for their Cairn account.',
    ifYou: (lifetimeHours: number) => `If it was you, open this link within ${hours(lifetimeHours)}.`,
    confirm: 'Confirm email address',
    ifNot: 'If it was not you, ignore this email. Nothing changes.',
    takenSubject: 'You already have a Cairn account',
    taken:
      'Somebody, perhaps you, wants to use this email address for another Cairn account. It already belongs to yours, so nothing was changed.',
    requestedSubject: 'Your Cairn account gets another email address',
    requestedPreview: 'Was it not you? Choose a new password.',
    requested:
      'Somebody, perhaps you, asked to change the email address of your Cairn account. It changes when the new address is confirmed.',
    newAddress: 'New address',
    asked: 'Asked',
    stopIt: 'If it was not you, choose a new password now. Then the new address can no longer be confirmed.',
    changedSubject: 'The email address of your Cairn account was changed',
    changedText: 'Sign in with the new address from now on.',
    changed: 'Changed',
    tellAdministrator:
      'If it was not you, tell an administrator of your organization now: they can remove the account from it.',
    openAccount: 'Open your account',
  },
  accountDeleted: {
    subject: 'Your Cairn account was deleted',
    preview: 'You will get no more emails about it.',
    text: 'Your Cairn account was deleted.',
    deleted: 'Deleted',
    whatEnded:
      'You were signed out everywhere, and your API tokens no longer work. Organizations in which you were alone are deleted with it. What you wrote in others stays there, without your name.',
    final:
      'This cannot be undone. If it was not you, somebody knows your password: change it wherever else you use it. You can create a new account with this address.',
  },
  invitation: {
    anOrganization: 'an organization',
    subject: (organization: string) => `Join ${organization} on Cairn`,
    preview: (days: number) => `Accept within ${daysOf(days)}.`,
    invited: (name: string, organization: string) => `${name} invited you to join ${organization} on Cairn.`,
    open: (days: number) => `Open this link and sign in with this email address within ${daysOf(days)}.`,
    accept: 'Accept invitation',
  },
  settings: 'Notification settings',
  reminders: {
    oneNeedsYou: 'A goal that you own needs you.',
    manyNeedYou: 'These goals that you own need you.',
    openGoal: 'Open goal',
    why: 'You get reminders of goals that you own, at most one email a day.',
    unsubscribe: 'Unsubscribe from reminders',
    reportWasDue: (day: string) => `A report was due on ${day}.`,
    deadlineIs: (when: Nearness, day: string) => `The deadline is ${near(when)}, ${day}.`,
    reportIsLate: (title: string) => `Report is late: ${title}`,
    deadline: (when: Nearness, title: string) => `Deadline ${near(when)}: ${title}`,
    /** Of one of the counts at least. */
    several: (late: number, soon: number) =>
      [...(late > 0 ? [reportsAreLate(late)] : []), ...(soon > 0 ? [deadlinesAreNear(soon)] : [])].join(', '),
  },
  questions: {
    subjectOne: (text: string) => `Question: ${text}`,
    subjectMany: (count: number) => `${count} questions for you`,
    somebody: 'Somebody',
    asksOne: 'Work on a goal waits for your answer.',
    asksMany: 'Work on goals waits for your answers.',
    asks: (name: string, goal: string) => `${name} asks about ${goal}`,
    choose: (options: string) => `Choose: ${options}`,
    until: (day: string) => `Answer by ${day}.`,
    more: (count: number) => (count === 1 ? '1 more question waits.' : `${count} more questions wait.`),
    answer: 'Answer',
    why: 'You get this email because you were asked. You get at most 12 emails with questions a day.',
    unsubscribe: 'Unsubscribe from questions',
  },
  inbox: {
    happened: englishInboxWords.happened,
    subjectMany: (count: number) => `${count} new items in your inbox`,
    heading: 'New in your inbox',
    intro: 'This is new in your inbox.',
    more: (count: number) => (count === 1 ? 'And 1 more.' : `And ${count} more.`),
    open: 'Open inbox',
    noReplies: 'Nobody reads replies to this email. Answer in Cairn.',
    why: 'You get what is new and unread in your inbox, at most one email a day.',
    unsubscribe: 'Unsubscribe from the inbox',
    unsubscribeDaily: 'Unsubscribe from reminders and the inbox',
  },
  digest: {
    subjectNeeding: (count: number) =>
      `Your week on Cairn: ${count === 1 ? '1 goal needs you' : `${count} goals need you`}`,
    subjectChanged: 'Your week on Cairn: what changed',
    why: 'You get this digest on Mondays, if there is something to say.',
    unsubscribe: 'Unsubscribe from the digest',
    /** `organization`: undefined if the reader has only one. */
    needsYou: (organization: string | undefined) => `What needs you${inOrganization(organization)}`,
    changed: (organization: string | undefined) => `What changed${inOrganization(organization)}`,
    more: 'And more.',
    /** `deadline`, `due`: days in words. */
    attention: {
      question_open: () => 'A question is open.',
      overdue: ({ deadline }) => `Overdue since ${deadline}.`,
      report_late: ({ due }) => `A report was due on ${due}.`,
      off_track: () => `${healthNames.off_track}.`,
      claim_expired: () => 'Somebody stopped working on it without a word.',
      budget_used: () => 'Its budget is used up.',
      review_requested: () => 'Criteria wait for a second person to confirm them.',
      at_risk: () => `${healthNames.at_risk}.`,
      due_soon: ({ deadline }) => `The deadline is ${deadline}.`,
      criteria_not_met: () => 'A criterion was judged as not met.',
    } satisfies AttentionNotes as AttentionNotes,
  },
  organizationDeleted: {
    theOwner: 'The owner',
    youDeleted: (organization: string) => `You deleted the organization ${organization}`,
    deletedBy: (name: string, organization: string) => `${name} deleted the organization ${organization}`,
    preview: 'Its goals and everything else in it are gone.',
    organization: 'Organization',
    by: 'Deleted by',
    at: 'Deleted',
    whatIsGone:
      'Its goals with their reports and history are gone, and so are its labels, invitations, API tokens, webhooks and audit log. Nobody can open it, and this cannot be undone.',
    ifNot:
      'If it was not you, somebody else uses your account: end your other sessions and change your password.',
    accountStays:
      'Your account stays, and so do your other organizations. If you have questions, ask who deleted it.',
    openSecurity: 'Open security settings',
    why: (organization: string) => `You get this email because you were a member of ${organization}.`,
  },
  webhookPaused: {
    yourOrganization: 'your organization',
    gone: 'The receiver said that it no longer exists (410).',
    errors: 'The receiver has not accepted any delivery for 3 days.',
    slow: 'The receiver has taken more than 5 seconds to accept each delivery, for 3 days.',
    subject: (organization: string) => `A webhook of ${organization} is paused`,
    text: (organization: string) => `Cairn has paused a webhook of ${organization}.`,
    receiver: 'Receiver',
    description: 'Description',
    whatToDo: 'Check the receiver, then activate the webhook. It then gets the events that it has missed.',
    open: 'Open webhooks',
    why: (organization: string) => `You get this email because you are an owner or admin of ${organization}.`,
  },
}
export type EmailWords = typeof english

type AttentionNotes = Record<AttentionReason, (days: { deadline: string; due: string }) => string>

function daysOf(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

function inOrganization(organization: string | undefined): string {
  return organization === undefined ? '' : ` in ${organization}`
}
