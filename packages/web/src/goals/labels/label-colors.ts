/** Colors that work in both themes. Labels keep other colors that were set through the API. */
export const labelColors = [
  { name: 'Slate', color: '#64748b' },
  { name: 'Blue', color: '#3b76b8' },
  { name: 'Teal', color: '#1f8a85' },
  { name: 'Green', color: '#4b8b4f' },
  { name: 'Amber', color: '#b87d14' },
  { name: 'Rust', color: '#bf5b34' },
  { name: 'Red', color: '#c04552' },
  { name: 'Plum', color: '#9a5399' },
  { name: 'Violet', color: '#7463c0' },
] as const
