import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { texts } from './texts.ts'
import { browserTimeZone, placeOf, timeIn, timeZoneGroups } from './time-zones.ts'

type TimeZoneFieldProps = {
  value: string
  onChange: (timeZone: string) => void
  problem: string | undefined
}

export function TimeZoneField({ value, onChange, problem }: TimeZoneFieldProps) {
  const here = browserTimeZone()
  const [groups] = useState(() => timeZoneGroups([value, here]))
  const time = timeIn(value)
  return (
    <div className="space-y-2">
      <SelectField
        label={texts.timeZone}
        hint={texts.timeZoneHint(time)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        problem={problem}
        className="max-w-md"
      >
        {groups.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map(({ zone, name }) => (
              <option key={zone} value={zone}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {value !== here && (
        <Button size="small" onClick={() => onChange(here)}>
          {texts.thisBrowsersZone(placeOf(here))}
        </Button>
      )}
    </div>
  )
}
