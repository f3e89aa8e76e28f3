import type { Goal } from '@cairn/contract/schemas/goals/goals'
import type { Problems } from '../../data/api/failures/problems.ts'
import { formatAgo, formatValue } from '../../presentation/time/format.ts'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import type { ReportRequest, ReportValues } from './report-values.ts'
import { texts } from './texts.ts'

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
