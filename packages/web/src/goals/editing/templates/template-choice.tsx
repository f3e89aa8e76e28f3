import { Button } from '../../../ui/button.tsx'
import { type TemplateName, templateNames } from './template-names.ts'
import { texts } from './texts.ts'

/** Offers templates above an empty form. */
export function TemplateChoice({ onChoose }: { onChoose: (name: TemplateName) => void }) {
  return (
    <fieldset className="space-y-2.5">
      <legend className="text-sm font-medium">
        {texts.title} <span className="ml-1 font-normal text-ink-faint">{texts.hint}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {templateNames.map((name) => (
          <Button key={name} size="small" onClick={() => onChoose(name)}>
            {texts.templates[name].name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
