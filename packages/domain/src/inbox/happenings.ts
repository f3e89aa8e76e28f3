/**
 * The people whom an event concerns, and why. Pure: a table from types of events to kinds of items. A person is told once of a happening, by the
 * strongest kind, and never of what they did, alone or with a program. A question is the exception: one's own agent asks one.
 */

import { type InboxKind, inboxKinds } from '@cairn/contract/goals/inbox-kinds'
import type { Event, EventOf, EventType } from '@cairn/contract/schemas/feed/events'
import type { InboxRef } from '@cairn/contract/schemas/people/inbox'

type People = readonly (string | null | undefined)[]

/** The state of a goal and its records, as far as a rule needs it. */
export type Facts = {
  /** The owner, the watchers and the reviewer of the goal now. */
  watchers: People
  /** Those who are asked to confirm what the report says is met. */
  reviewers: People
  question: { askedUserIds: People; authorityUserId: string } | undefined
  /** Undefined if it was deleted. */
  comment: { createdAt: string; mentionedUserIds: People } | undefined
  /** The new values of the people that an edit has changed. */
  edited: { ownerUserId?: string | null | undefined; reviewerUserId?: string | null | undefined }
}

/** A fact that has to be read before a rule can be applied. */
export type Need = 'watchers' | 'report' | 'question' | 'edit' | 'comment'

type Rule<Type extends EventType> = {
  needs: (event: EventOf<Type>) => readonly Need[]
  people: (facts: Facts, event: EventOf<Type>) => { [Kind in InboxKind]?: People }
  ref: (event: EventOf<Type>) => InboxRef
  /** The happening that the event is about, if several events are about the same one. Default: the event. */
  isAbout?: (facts: Facts, event: EventOf<Type>) => Happened | undefined
  /** Whether a person is told of what a program did in their name. */
  tellsOwnPrograms?: true
}

/** A happening that people are told of once, and its time. */
export type Happened = { id: string; createdAt: string }

type CommentEvent = EventOf<'comment.created' | 'comment.edited'>

function commentRef({ data: { commentId, reportRevision } }: CommentEvent): InboxRef {
  return { commentId, ...(reportRevision !== null && { revision: reportRevision }) }
}

function commentIn({ comment }: Facts, { data: { commentId } }: CommentEvent): Happened | undefined {
  return comment && { id: commentId, createdAt: comment.createdAt }
}

const rules: { [Type in EventType]?: Rule<Type> } = {
  'goal.published': {
    needs: () => [],
    people: (_, { data }) => ({ handed_over: [data.ownerUserId] }),
    ref: ({ data: { version } }) => ({ version }),
  },
  'goal.reported': {
    needs: () => ['watchers', 'report'],
    people: ({ watchers, reviewers }) => ({ review: reviewers, reported: watchers }),
    ref: ({ data: { revision } }) => ({ revision }),
  },
  'goal.edited': {
    needs: ({ data: { fields } }) => [
      ...(fields.includes('ownerUserId') || fields.includes('reviewerUserId') ? (['edit'] as const) : []),
      // Whoever relies on a second person is told if one is needed no more.
      ...(fields.includes('verification') ? (['watchers'] as const) : []),
    ],
    people: ({ edited, watchers }) => ({
      review: [edited.reviewerUserId],
      reported: watchers,
      handed_over: [edited.ownerUserId],
    }),
    ref: ({ data: { version } }) => ({ version }),
  },
  'question.asked': {
    needs: () => ['question'],
    people: ({ question }) => ({ question: question?.askedUserIds ?? [] }),
    ref: ({ data: { questionId } }) => ({ questionId }),
    tellsOwnPrograms: true,
  },
  'question.answered': {
    needs: () => ['question'],
    people: ({ question }) => ({ answered: [question?.authorityUserId] }),
    ref: ({ data: { questionId } }) => ({ questionId }),
  },
  'comment.created': {
    needs: () => ['comment', 'watchers'],
    people: ({ comment, watchers }) =>
      comment ? { mentioned: comment.mentionedUserIds, commented: watchers } : {},
    ref: commentRef,
    isAbout: commentIn,
  },
  // Whoever has an item about the comment keeps it: only those newly mentioned get one.
  'comment.edited': {
    needs: () => ['comment'],
    people: ({ comment }) => ({ mentioned: comment?.mentionedUserIds ?? [] }),
    ref: commentRef,
    isAbout: commentIn,
  },
  'report.requested': {
    needs: () => [],
    people: (_, { data: { ownerUserId } }) => ({ report_requested: [ownerUserId] }),
    ref: () => ({}),
  },
}

function ruleOf(event: Event): Rule<EventType> | undefined {
  return rules[event.type] as Rule<EventType> | undefined
}

/** Returns what has to be read to know whom an event concerns; undefined if it concerns nobody. */
export function needsOf(event: Event): readonly Need[] | undefined {
  const rule = ruleOf(event)
  if (!rule || event.goal === null) return undefined
  const needs = rule.needs(event as never)
  // An edit that changes none of the people, and a goal of whoever published it.
  if (needs.length === 0 && tellOf(event, noFacts).people.size === 0) return undefined
  return needs
}

/** The facts of a goal of which nothing is known. */
export const noFacts: Facts = {
  watchers: [],
  reviewers: [],
  question: undefined,
  comment: undefined,
  edited: {},
}

export type Tell = { people: Map<string, InboxKind>; ref: InboxRef; happened: Happened }

/** Returns the people whom an event concerns, each with the strongest kind, and what the items are about. */
export function tellOf(event: Event, facts: Facts): Tell {
  const rule = ruleOf(event)
  const { id, createdAt } = event
  if (!rule) return { people: new Map(), ref: {}, happened: { id, createdAt } }
  const byKind = rule.people(facts, event as never)
  const people = new Map<string, InboxKind>()
  for (const kind of inboxKinds) {
    for (const userId of byKind[kind] ?? []) {
      if (userId != null && !people.has(userId)) people.set(userId, kind)
    }
  }
  const isOwn = event.actor.kind === 'user' || !rule.tellsOwnPrograms
  if (isOwn) people.delete(event.authorityUserId)
  const happened = rule.isAbout?.(facts, event as never) ?? { id, createdAt }
  return { people, ref: rule.ref(event as never), happened }
}
