import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { Bot } from 'lucide-react'
import { fill } from '../../language/fill.tsx'
import { dayMilliseconds } from '../../presentation/time/format.ts'
import { Ago, Day } from '../../presentation/time/moment.tsx'
import { programWords } from '../data/authority.ts'
import { usePeople } from '../data/people.ts'
import { PersonAvatar } from '../pictures/person-avatar.tsx'
import { texts } from './texts.ts'

/** Recent entries show "3 days ago" instead of a date. */
const recentDays = 7

type Entry = Pick<GoalEdit, 'authorityUserId' | 'actor' | 'actorName'> & {
  clientInfo?: GoalUpdate['clientInfo']
}

/** The person who wrote an entry, or the program or agent with its run, and the owner of its token. */
export function Author({ entry: { authorityUserId, actor, actorName, clientInfo } }: { entry: Entry }) {
  const { nameOf } = usePeople()
  const person = <bdi>{nameOf(authorityUserId)}</bdi>
  const isPerson = actor.kind === 'user' && actor.runId === null && !clientInfo
  if (isPerson) {
    return (
      <span className="font-medium text-ink-soft">
        <PersonAvatar userId={authorityUserId} className="-top-px -my-1 mr-1.5" />
        {person}
      </span>
    )
  }
  const { name, details } = programWords(actor, actorName ?? clientInfo?.name)
  const program = (
    <>
      <bdi className="font-medium">{name}</bdi>
      <bdi>{details}</bdi>
    </>
  )
  return (
    <span className="min-w-0 text-ink-soft">
      <Bot className="mr-1.5 inline size-4 align-[-0.1875rem]" aria-hidden="true" />
      <span className="wrap-anywhere" title={actor.runId === null ? undefined : texts.run(actor.runId)}>
        {fill(texts.programFor, { program, person })}
        {clientInfo && actorName !== undefined && (
          <span className="text-ink-faint">
            {' '}
            {fill(texts.withClient, { client: <bdi>{`${clientInfo.name} ${clientInfo.version}`}</bdi> })}
          </span>
        )}
      </span>
    </span>
  )
}

export function EntryTime({ time }: { time: string }) {
  const isRecent = Date.now() - Date.parse(time) < recentDays * dayMilliseconds
  return isRecent ? <Ago time={time} /> : <Day time={time} />
}
