import { Check } from 'lucide-react'
import { useId } from 'react'
import { Menu, MenuCheckboxItem, MenuContent, MenuItemIndicator, MenuTrigger } from '../dialogs/menu.tsx'
import { selectClass } from './field.tsx'

type MultiSelectFieldProps<Value extends string> = {
  label: string
  /** What the field shows if nothing is chosen, which means everything. */
  anyName: string
  options: readonly { value: Value; name: string }[]
  values: readonly Value[]
  onChange: (values: Value[]) => void
}

/** Looks like a select. Opens a menu with several choices, which stays open until the person closes it. */
export function MultiSelectField<Value extends string>({
  label,
  anyName,
  options,
  values,
  onChange,
}: MultiSelectFieldProps<Value>) {
  const labelId = useId()
  const valueId = useId()
  const chosen = options.filter(({ value }) => values.includes(value))

  function toggle(value: Value): void {
    onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value])
  }

  return (
    <div className="min-w-0 space-y-1.5">
      <span id={labelId} className="block text-sm font-medium text-ink">
        {label}
      </span>
      {/* Not modal, so that screen readers announce how many goals match while it is open. */}
      <Menu modal={false}>
        <MenuTrigger aria-labelledby={`${labelId} ${valueId}`} className={`${selectClass} text-left`}>
          <span id={valueId} className="block truncate">
            {chosen.map(({ name }) => name).join(', ') || anyName}
          </span>
        </MenuTrigger>
        <MenuContent align="start" aria-labelledby={labelId}>
          {options.map(({ value, name }) => (
            <MenuCheckboxItem
              key={value}
              checked={values.includes(value)}
              onCheckedChange={() => toggle(value)}
            >
              <span className="flex-1">{name}</span>
              <MenuItemIndicator>
                <Check className="size-4 text-accent" aria-hidden="true" />
              </MenuItemIndicator>
            </MenuCheckboxItem>
          ))}
        </MenuContent>
      </Menu>
    </div>
  )
}
