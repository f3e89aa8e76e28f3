import { useId, useState } from 'react'
import { SelectField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Problem } from '../../../ui/fields/problem.tsx'
import { type GoalValues, timeUnits } from './goal-values.ts'
import { texts } from './texts.ts'

type BudgetValues = Pick<GoalValues, 'budgetTokens' | 'budgetTime' | 'budgetTimeUnit' | 'budgetCost'>

type BudgetFieldsProps = {
  values: BudgetValues
  onChange: (changed: Partial<BudgetValues>) => void
  problems: Readonly<Record<string, string | undefined>>
}

/** The budget of a goal: folded unless there is a limit, because most goals have none. */
export function BudgetFields({ values, onChange, problems }: BudgetFieldsProps) {
  const { budgetTokens, budgetTime, budgetTimeUnit, budgetCost } = values
  const hasLimit = [budgetTokens, budgetTime, budgetCost].some((typed) => typed !== '')
  const [isOpen, setIsOpen] = useState(hasLimit)
  const problemId = useId()
  const hasProblem = Object.entries(problems).some(([path, problem]) => /^budget\b/.test(path) && problem)
  return (
    <details
      open={isOpen || hasProblem}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="rounded-xl border border-line px-4 py-3"
    >
      <summary className="w-fit min-h-6 rounded font-medium">
        {texts.budget.title}
        {!hasLimit && <span className="ml-2 text-sm font-normal text-ink-faint">{texts.budget.none}</span>}
      </summary>
      <div className="mt-2 space-y-4">
        <p className="max-w-prose text-sm text-ink-faint">{texts.budget.hint}</p>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,1fr)]">
          <NumberField
            label={texts.budget.tokens}
            hint={texts.budget.tokensHint}
            value={budgetTokens}
            onChange={(event) => onChange({ budgetTokens: event.target.value })}
            problem={problems['budget.tokens']}
            min={1}
          />
          <div className="grid grid-cols-2 items-start gap-2">
            <NumberField
              label={texts.budget.time}
              value={budgetTime}
              onChange={(event) => onChange({ budgetTime: event.target.value })}
              problem={problems['budget.seconds']}
              min={0}
            />
            <SelectField
              label={texts.budget.unit}
              value={budgetTimeUnit}
              onChange={(event) => {
                const unit = timeUnits.find((one) => one === event.target.value)
                if (unit) onChange({ budgetTimeUnit: unit })
              }}
            >
              {timeUnits.map((unit) => (
                <option key={unit} value={unit}>
                  {texts.budget.units[unit]}
                </option>
              ))}
            </SelectField>
          </div>
          <NumberField
            label={texts.budget.cost}
            hint={texts.budget.costHint}
            value={budgetCost}
            onChange={(event) => onChange({ budgetCost: event.target.value })}
            problem={problems['budget.costMicros']}
            min={0}
          />
        </div>
        <Problem id={problemId}>{problems.budget}</Problem>
      </div>
    </details>
  )
}
