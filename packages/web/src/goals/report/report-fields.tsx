import {
  evaluationResults,
  goalHealths,
  goalStatuses,
  statusClearsHealth,
} from '@cairn/contract/schemas/goal-values'
import type { Goal } from '@cairn/contract/schemas/goals'
import type { Problems } from '../../api/problems.ts'
import { MarkdownField } from '../../markdown/markdown-field.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { evaluationNames, healthNames, statusNames } from '../display-names.ts'
import type { ReportValues } from './report-values.ts'

type ReportFieldsProps = {
  goal: Goal
  values: ReportValues
  onChange: (values: ReportValues) => void
  problems: Problems
}

export function ReportFields({ goal, values, onChange, problems }: ReportFieldsProps) {
  const set = (changed: Partial<ReportValues>) => onChange({ ...values, ...changed })
  const hasNoHealth = statusClearsHealth(values.status)
  const { currentEvaluation: evaluation, health } = goal
  return (
    <>
      <TextField
        label="Summary"
        hint="The main point in one sentence."
        value={values.summary}
        onChange={(event) => set({ summary: event.target.value })}
        problem={problems.summary}
        autoComplete="off"
      />
      <Choice
        legend="Status"
        value={values.status}
        onChange={(status) => set({ status })}
        problem={problems.status}
        options={goalStatuses.map((status) => ({ value: status, name: statusNames[status] }))}
      />
      {hasNoHealth ? (
        <p className="text-sm text-ink-faint">A completed or archived goal has no health.</p>
      ) : (
        <Choice
          legend="Health"
          value={values.health}
          onChange={(chosen) => set({ health: chosen })}
          options={[
            {
              value: 'keep',
              name: health ? `No change (${healthNames[health].toLowerCase()})` : 'No change',
            },
            ...goalHealths.map((option) => ({ value: option, name: healthNames[option] })),
          ]}
          problem={problems.health}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Evaluation"
          value={values.evaluation}
          onChange={(event) => {
            const chosen = evaluationResults.find((result) => result === event.target.value)
            set({ evaluation: chosen ?? 'keep' })
          }}
          problem={problems.evaluation}
        >
          <option value="keep">
            {evaluation ? `No change (${evaluationNames[evaluation.result].toLowerCase()})` : 'None'}
          </option>
          {evaluationResults.map((result) => (
            <option key={result} value={result}>
              {evaluationNames[result]}
            </option>
          ))}
        </SelectField>
        {values.evaluation !== 'keep' && (
          <TextField
            label="As of"
            type="datetime-local"
            value={values.evaluatedAt}
            onChange={(event) => set({ evaluatedAt: event.target.value })}
            problem={problems['evaluation.asOf']}
          />
        )}
      </div>
      <MarkdownField
        label="Details"
        value={values.details}
        onChange={(details) => set({ details })}
        problem={problems.details}
        rows={4}
        hint="What happened, what was measured, and what comes next. You can use Markdown."
      />
    </>
  )
}
