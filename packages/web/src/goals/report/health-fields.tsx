import { goalHealths } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { healthNames } from '../data/display-names.ts'
import type { ReportValues } from './report-values.ts'
import { suggestHealth } from './suggest-health.ts'
import { texts } from './texts.ts'

type HealthFieldsProps = {
  goal: Goal
  values: ReportValues
  onChange: (health: ReportValues['health']) => void
  problem: string | undefined
}

/** The health, with a suggestion from pace and dates that the person can use or ignore. */
export function HealthFields({ goal, values, onChange, problem }: HealthFieldsProps) {
  const [now] = useState(() => Date.now())
  const suggestion = suggestHealth(goal, values.status, values.measurements, now)
  const current = values.health === 'keep' ? goal.health : values.health
  return (
    <div className="space-y-2.5">
      <Choice
        legend={texts.health}
        value={values.health}
        onChange={onChange}
        options={[
          {
            value: 'keep',
            name: goal.health ? texts.noChangeOf(healthNames[goal.health]) : texts.noChange,
          },
          ...goalHealths.map((option) => ({ value: option, name: healthNames[option] })),
        ]}
        problem={problem}
      />
      {suggestion && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-ink-soft">
          <Lightbulb className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          <span>
            {fill(texts.suggestion.text, {
              health: (
                <strong className="font-semibold">
                  {texts.suggestion.health(healthNames[suggestion.health])}
                </strong>
              ),
              reason: suggestion.reason,
            })}
          </span>
          {suggestion.health !== current && (
            <Button size="small" onClick={() => onChange(suggestion.health)}>
              {texts.suggestion.use(healthNames[suggestion.health])}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
