import { maximumEvidencePerVerdict } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import type { Problems } from '../../data/api/failures/problems.ts'
import { formatAgo, formatValue } from '../../presentation/time/format.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Field, inputClass } from '../../ui/fields/field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { evaluationNames } from '../data/display-names.ts'
import { EvidenceRows, LinkOffers } from '../evidence/evidence-fields.tsx'
import { texts as goalTexts } from '../texts.ts'
import {
  noVerdict,
  type ReportRequest,
  type ReportValues,
  type VerdictValues,
  verdictChoices,
} from './report-values.ts'
import { texts } from './texts.ts'

type VerdictFieldsProps = {
  criteria: Goal['criteria']
  verdicts: ReportValues['verdicts']
  onChange: (verdicts: ReportValues['verdicts']) => void
  request: ReportRequest
  problems: Problems
}

/** A verdict per criterion in one press. A criterion that is judged can get a note, whose links are offered as evidence. */
export function VerdictFields({ criteria, verdicts, onChange, request, problems }: VerdictFieldsProps) {
  if (criteria.length === 0) return null
  return (
    <FieldGroup legend={texts.verdicts.legend} hint={texts.verdicts.hint} problem={problems.verdicts}>
      <ol className="divide-y divide-line rounded-xl border border-line">
        {criteria.map(({ id, title, verdict }) => (
          <li key={id} className="row-lazy space-y-3 px-4 py-3.5">
            <VerdictField
              title={title}
              latest={verdict?.result ?? null}
              values={verdicts[id] ?? noVerdict}
              onChange={(values) => onChange({ ...verdicts, [id]: values })}
              path={`verdicts.${request.verdicts?.findIndex(({ criterionId }) => criterionId === id)}`}
              problems={problems}
            />
          </li>
        ))}
      </ol>
    </FieldGroup>
  )
}

type VerdictFieldProps = {
  title: string
  latest: keyof typeof evaluationNames | null
  values: VerdictValues
  onChange: (values: VerdictValues) => void
  /** The path of the verdict in the request. */
  path: string
  problems: Problems
}

function VerdictField({ title, latest, values, onChange, path, problems }: VerdictFieldProps) {
  const { result, note, evidence } = values
  const list = {
    rows: evidence,
    onChange: (rows: VerdictValues['evidence']) => onChange({ ...values, evidence: rows }),
    maximum: maximumEvidencePerVerdict,
  }
  const keeps = latest ? texts.noChangeOf(evaluationNames[latest]) : goalTexts.noVerdict
  return (
    <>
      <Choice
        legend={title}
        value={result}
        onChange={(chosen) => onChange({ ...values, result: chosen })}
        options={verdictChoices.map((choice) => ({
          value: choice,
          name: choice === 'none' ? keeps : evaluationNames[choice],
        }))}
      />
      {result !== 'none' && (
        <>
          <Field
            label={
              <>
                <span aria-hidden="true">{texts.verdicts.note}</span>
                <span className="sr-only">{texts.verdicts.noteOn(title)}</span>
              </>
            }
            optional
            hint={texts.verdicts.noteHint}
            problem={problems[`${path}.note`] ?? problems[`${path}.evidence`]}
          >
            {(control) => (
              <textarea
                {...control}
                rows={2}
                value={note}
                onChange={(event) => onChange({ ...values, note: event.target.value })}
                className={inputClass}
              />
            )}
          </Field>
          <LinkOffers text={note} {...list} />
          <EvidenceRows {...list} problems={problems} path={`${path}.evidence`} />
        </>
      )}
    </>
  )
}

type MeasurementFieldsProps = {
  measures: Goal['measures']
  measurements: ReportValues['measurements']
  onChange: (measurements: ReportValues['measurements']) => void
  request: ReportRequest
  problems: Problems
}

type Measure = Goal['measures'][number]

function hintOf(current: Measure['current'], target: number, unit: string | null): string {
  const wanted = formatValue(target, unit)
  if (!current) return texts.values.target(wanted)
  return texts.values.lastAndTarget(formatValue(current.value, unit), formatAgo(current.asOf), wanted)
}

/** The new values of the measures. An empty field keeps the last value. */
export function MeasurementFields(props: MeasurementFieldsProps) {
  const { measures, measurements, onChange, request, problems } = props
  if (measures.length === 0) return null
  return (
    <FieldGroup
      legend={texts.values.legend}
      hint={texts.values.hint}
      problem={problems.measurements}
      className="space-y-3"
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {measures.map(({ id, title, unit, target, current }) => {
          const index = request.measurements?.findIndex(({ measureId }) => measureId === id)
          return (
            <NumberField
              key={id}
              label={unit === null ? title : `${title} (${unit})`}
              value={measurements[id] ?? ''}
              placeholder={current ? String(current.value) : ''}
              hint={hintOf(current, target, unit)}
              onChange={(event) => onChange({ ...measurements, [id]: event.target.value })}
              problem={problems[`measurements.${index}.value`]}
            />
          )
        })}
      </div>
    </FieldGroup>
  )
}
