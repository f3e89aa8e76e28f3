import type { GoalEdit, GoalUpdate } from '@cairn/contract/schemas/goal-history'
import { Bot } from 'lucide-react'
import { programWords } from '../../feed/program-words.ts'
import { dayMilliseconds } from '../../time/format.ts'
import { Ago, Day } from '../../time/moment.tsx'
import { usePeople } from '../people.ts'

/** Recent entries show "3 days ago" instead of a date. */
const recentDays = 7

type Entry = Pick<GoalEdit, 'authorityUserId' | 'actor' | 'actorName'> & {
  clientInfo?: GoalUpdate['clientInfo']
}

/** The person who wrote an entry, or the program or agent with its run, and the owner of its token. */
export function Author({ entry: { authorityUserId, actor, actorName, clientInfo } }: { entry: Entry }) {
  const { nameOf } = usePeople()
  const person = nameOf(authorityUserId)
  const isPerson = actor.kind === 'user' && actor.runId === null && !clientInfo
  if (isPerson) return <span className="text-ink-soft">{person}</span>
  const { name, details } = programWords(actor, actorName ?? clientInfo?.name)
  return (
    <span className="inline-flex min-w-0 items-start gap-1.5 text-ink-soft">
      <Bot className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere" title={actor.runId === null ? undefined : `Run ${actor.runId}`}>
        <bdi>{name}</bdi>
        <bdi>{details}</bdi> for <bdi>{person}</bdi>
        {clientInfo && actorName !== undefined && (
          <span className="text-ink-faint">
            {' '}
            with <bdi>{`${clientInfo.name} ${clientInfo.version}`}</bdi>
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
