import {
  evaluationResults,
  goalHealths,
  goalStatuses,
  statusClearsHealth,
} from '@cairn/contract/goals/goal-words'
import { maximumEvidencePerReport } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import type { Problems } from '../../data/api/failures/problems.ts'
import { fill } from '../../language/fill.tsx'
import { MarkdownField } from '../../presentation/markdown/markdown-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { evaluationNames, healthNames, statusNames } from '../data/display-names.ts'
import { outcomeOf } from '../detail/attention.tsx'
import { EvidenceFields } from '../evidence/evidence-fields.tsx'
import { unverifiedOf } from '../review/reviewable.ts'
import { texts as reviewTexts } from '../review/texts.ts'
import { texts as goalTexts } from '../texts.ts'
import { confirmationsQuery } from '../work/work-queries.ts'
import { HandoffField } from './handoff-field.tsx'
import type { ReportRequest, ReportValues } from './report-values.ts'
import { suggestHealth } from './suggest-health.ts'
import { texts } from './texts.ts'
import { MeasurementFields, VerdictFields } from './verdict-fields.tsx'

type HealthFieldsProps = {
  goal: Goal
  values: ReportValues
  onChange: (health: ReportValues['health']) => void
  problem: string | undefined
}

/** The health, with a suggestion from pace and dates that the person can use or ignore. */
function HealthFields({ goal, values, onChange, problem }: HealthFieldsProps) {
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

/** The criteria for which a goal that needs a second person is not completed by this report. */
function Unverified({ goal, values }: { goal: Goal; values: ReportValues }) {
  const organization = useActiveOrganization()
  const current = useQuery({
    ...confirmationsQuery(organization.id, goal.id),
    enabled: unverifiedOf(goal).length > 0,
  })
  const { criteria: confirmed } = current.data?.goal ?? goal
  const judged = new Set(
    Object.entries(values.verdicts).flatMap(([id, { result }]) => (result === 'none' ? [] : [id])),
  )
  // A new verdict has to be confirmed, too.
  const criteria = confirmed.map((one) => (judged.has(one.id) ? { ...one, confirmedBy: null } : one))
  const unverified = unverifiedOf({ ...goal, criteria })
  if (unverified.length === 0) return null
  return (
    <Notice tone="warn">
      <p>{reviewTexts.cannotComplete}</p>
      <ul className="list-disc pl-5">
        {unverified.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </Notice>
  )
}

type ReportFieldsProps = {
  goal: Goal
  values: ReportValues
  onChange: (values: ReportValues) => void
  /** The report that would be sent. Problems name positions in it. */
  request: ReportRequest
  problems: Problems
}

export function ReportFields({ goal, values, onChange, request, problems }: ReportFieldsProps) {
  const set = (changed: Partial<ReportValues>) => onChange({ ...values, ...changed })
  const hasNoHealth = statusClearsHealth(values.status)
  const { currentEvaluation: evaluation } = goal
  const outcome = values.status === 'completed' ? outcomeOf(judgedBy(goal, values)) : null
  return (
    <>
      <TextField
        label={texts.summary}
        hint={texts.summaryHint}
        value={values.summary}
        onChange={(event) => set({ summary: event.target.value })}
        problem={problems.summary}
        autoComplete="off"
      />
      <MeasurementFields
        measures={goal.measures}
        measurements={values.measurements}
        onChange={(measurements) => set({ measurements })}
        request={request}
        problems={problems}
      />
      <VerdictFields
        criteria={goal.criteria}
        verdicts={values.verdicts}
        onChange={(verdicts) => set({ verdicts })}
        request={request}
        problems={problems}
      />
      <Choice
        legend={texts.status}
        value={values.status}
        onChange={(status) => set({ status })}
        problem={problems.status}
        options={goalStatuses.map((status) => ({ value: status, name: statusNames[status] }))}
      />
      {values.status === 'completed' && <Unverified goal={goal} values={values} />}
      {values.status === 'paused' && <p className="text-sm text-ink-faint">{goalTexts.pausedSendsNothing}</p>}
      {hasNoHealth ? (
        <p className="text-sm text-ink-faint">
          {texts.noHealth}{' '}
          {outcome && !outcome.isMet && <strong className="font-medium text-warn">{outcome.sentence}</strong>}
        </p>
      ) : (
        <HealthFields
          goal={goal}
          values={values}
          onChange={(health) => set({ health })}
          problem={problems.health}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={texts.evaluation}
          value={values.evaluation}
          onChange={(event) => {
            const chosen = evaluationResults.find((result) => result === event.target.value)
            set({ evaluation: chosen ?? 'keep' })
          }}
          problem={problems.evaluation}
        >
          <option value="keep">
            {evaluation ? texts.noChangeOf(evaluationNames[evaluation.result]) : texts.noEvaluation}
          </option>
          {evaluationResults.map((result) => (
            <option key={result} value={result}>
              {evaluationNames[result]}
            </option>
          ))}
        </SelectField>
        {values.evaluation !== 'keep' && (
          <TextField
            label={texts.asOf}
            type="datetime-local"
            value={values.evaluatedAt}
            onChange={(event) => set({ evaluatedAt: event.target.value })}
            problem={problems['evaluation.asOf']}
          />
        )}
      </div>
      <MarkdownField
        label={texts.details}
        value={values.details}
        onChange={(details) => set({ details })}
        // Without details, the summary is sent in their place, and its problem is shown at the summary.
        problem={values.details.trim() ? problems.details : undefined}
        rows={4}
        hint={texts.detailsHint}
      />
      <EvidenceFields
        rows={values.evidence}
        onChange={(evidence) => set({ evidence })}
        text={values.details}
        maximum={maximumEvidencePerReport}
        problems={problems}
        path="evidence"
      />
      <HandoffField goal={goal} values={values} onChange={set} problem={problems.handoff} />
    </>
  )
}

/** The criteria with their verdicts after the report. */
function judgedBy({ criteria }: Goal, { verdicts }: ReportValues) {
  return criteria.map(({ id, verdict }) => {
    const result = verdicts[id]?.result ?? 'none'
    return { verdict: result === 'none' ? verdict : { result } }
  })
}
