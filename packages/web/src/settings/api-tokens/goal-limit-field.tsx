import { maximumGoalsPerToken } from '@cairn/contract/schemas/api-tokens'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { goalsKey, listGoalSummaries } from '../../goals/data/queries.ts'
import { SearchField } from '../../goals/list/filter/search-field.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { ChosenList } from '../../ui/fields/chosen-list.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { texts } from './texts.ts'

/** The parts of a goal that a form stores. */
export type ChosenGoal = { id: string; title: string }

type GoalLimitFieldProps = {
  /** Undefined if the token is not limited. */
  goals: ChosenGoal[] | undefined
  onChange: (goals: ChosenGoal[] | undefined) => void
  problem: string | undefined
}

const options = [
  { value: 'all', name: texts.goals.all },
  { value: 'some', name: texts.goals.some },
] as const

/** Limits a token to some goals, which people find by words. */
export function GoalLimitField({ goals, onChange, problem }: GoalLimitFieldProps) {
  // Somebody who changes their mind twice keeps what they chose.
  const [last, setLast] = useState<ChosenGoal[]>([])

  function choose(value: (typeof options)[number]['value']): void {
    if (goals) setLast(goals)
    onChange(value === 'some' ? (goals ?? last) : undefined)
  }

  return (
    <div className="space-y-4">
      <Choice
        legend={texts.goals.title}
        hint={goals && texts.goals.hint}
        value={goals ? 'some' : 'all'}
        onChange={choose}
        options={[...options]}
      />
      {goals && <GoalPicker goals={goals} onChange={onChange} problem={problem} />}
    </div>
  )
}

/** Enough to find a goal by its name; more words find fewer goals. */
const offeredGoals = 20

function offeredGoalsQuery(organizationId: string, q: string) {
  return queryOptions({
    queryKey: [...goalsKey(organizationId), 'offered', q],
    queryFn: () => listGoalSummaries({ ...(q !== '' && { q }) }, { limit: offeredGoals }),
    // While other words are searched for, the list stays instead of flashing.
    placeholderData: keepPreviousData,
  })
}

type GoalPickerProps = {
  goals: ChosenGoal[]
  onChange: (goals: ChosenGoal[]) => void
  problem: string | undefined
}

function GoalPicker({ goals, onChange, problem }: GoalPickerProps) {
  const organization = useActiveOrganization()
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery(offeredGoalsQuery(organization.id, text))
  const isChosen = (id: string) => goals.some((goal) => goal.id === id)
  const isFull = goals.length >= maximumGoalsPerToken
  const remove = (id: string) => onChange(goals.filter((goal) => goal.id !== id))

  return (
    <FieldGroup
      legend={texts.goals.chosen}
      hint={texts.goals.count(goals.length, maximumGoalsPerToken)}
      problem={problem}
    >
      <ChosenList
        label={texts.goals.chosen}
        items={goals.map(({ id, title }) => ({ id, name: title }))}
        onRemove={remove}
        className="flex flex-wrap gap-2"
      />
      <SearchField text={text} onChange={setText} />
      <ul
        aria-label={texts.goals.offered}
        className="max-h-64 overflow-y-auto rounded-lg border border-line p-1 empty:hidden"
      >
        {data?.goals.map(({ id, title }) => (
          <li key={id}>
            <Checkbox
              label={<span className="font-normal wrap-anywhere">{title}</span>}
              checked={isChosen(id)}
              disabled={isFull && !isChosen(id)}
              onChange={(checked) => (checked ? onChange([...goals, { id, title }]) : remove(id))}
            />
          </li>
        ))}
      </ul>
      <FailureNotice failure={!data && error} onRetry={() => void refetch()} />
      <p role="status" className="text-sm text-ink-faint">
        {!data && !error && texts.goals.loading}
        {data?.goals.length === 0 && (text === '' ? texts.goals.none : texts.goals.noMatch)}
        {data?.nextCursor && texts.goals.more}
      </p>
    </FieldGroup>
  )
}
