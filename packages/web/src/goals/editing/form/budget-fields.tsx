import { NumberField } from '../../../ui/fields/number-field.tsx'
import type { GoalValues } from './goal-values.ts'
import { texts } from './texts.ts'

type BudgetFieldsProps = {
  values: Pick<GoalValues, 'budgetTokens' | 'budgetSeconds' | 'budgetCost'>
  onChange: (changed: Partial<GoalValues>) => void
  problems: Readonly<Record<string, string | undefined>>
}

/** What work on the goal should use at most. */
export function BudgetFields({ values, onChange, problems }: BudgetFieldsProps) {
  return (
    <fieldset className="space-y-3">
      <legend className="font-medium">{texts.budget.title}</legend>
      <p className="text-muted text-sm">{texts.budget.hint}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label={texts.budget.tokens}
          optional
          value={values.budgetTokens}
          onChange={(event) => onChange({ budgetTokens: event.target.value })}
          problem={problems['budget.tokens'] ?? problems.budget}
          min={1}
        />
        <NumberField
          label={texts.budget.seconds}
          optional
          value={values.budgetSeconds}
          onChange={(event) => onChange({ budgetSeconds: event.target.value })}
          problem={problems['budget.seconds']}
          min={1}
        />
        <NumberField
          label={texts.budget.cost}
          optional
          value={values.budgetCost}
          onChange={(event) => onChange({ budgetCost: event.target.value })}
          problem={problems['budget.costMicros']}
          min={0}
        />
      </div>
    </fieldset>
  )
}
