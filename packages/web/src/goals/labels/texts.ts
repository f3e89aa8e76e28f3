import { catalog } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('goals/labels', {
  color: {
    none: 'None',
    current: 'Current color',
    title: 'Color',
  },
  colors: {
    Slate: 'Slate',
    Blue: 'Blue',
    Teal: 'Teal',
    Green: 'Green',
    Amber: 'Amber',
    Rust: 'Rust',
    Red: 'Red',
    Plum: 'Plum',
    Violet: 'Violet',
  },
  deletion: {
    done: 'Label deleted.',
    inUse: 'This label is in use',
    question: 'Delete this label?',
    action: 'Delete label',
    close: 'Close',
    cancel: 'Cancel',
    showGoals: 'Show these goals',
    consequence: '{label} will be deleted for everyone. You cannot undo this.',
    checking: 'Checking which goals use it',
    goals: 'Goals with this label',
    isOnMore: (count: number) =>
      `{label} is on more than ${formatNumber(count)} goals. To delete it, remove it from those goals first.`,
    isOnOne: '{label} is on one goal. To delete it, remove it from that goal first.',
    isOn: (count: number) =>
      `{label} is on ${formatNumber(count)} goals. To delete it, remove it from those goals first.`,
  },
  edit: 'Edit label',
  newLabel: 'New label',
  saved: 'Label saved.',
  created: 'Label created.',
  name: 'Name',
  description: 'Description',
  save: 'Save label',
  create: 'Create label',
  form: {
    name: {
      name: 'name',
    },
    color: {
      name: 'color',
      invalid: 'Choose another color.',
    },
    description: {
      name: 'description',
    },
  },
  title: 'Labels',
  intro: 'Group goals by theme, quarter, or team. Changes show in every goal right away.',
  loading: 'Loading labels',
  none: {
    title: 'No labels yet',
    text: 'A goal can have up to 20 labels.',
  },
  editOne: (name: string) => `Edit ${name}`,
  deleteOne: (name: string) => `Delete ${name}`,
})
