// SPDX-License-Identifier: MIT

/// The short script of a page: tables that sort, tables and cards that filter,
/// commands that copy.
///
/// The page is complete without it; the script adds the controls that need it. No text of an input
/// is ever part of the script. It has neither `<` nor an ampersand, so that the page is XML as
/// well.
enum PageScript {
  static let text = """
    'use strict';
    const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
    const value = (row, column) => {
      const cell = row.cells[column];
      return cell.dataset.v === undefined ? cell.textContent.trim() : cell.dataset.v;
    };
    function sort(table, column, header) {
      const down = header.getAttribute('aria-sort') === 'ascending';
      // 'by' is a column of words that sorts by their numbers.
      const numeric = header.classList.contains('n') || header.classList.contains('by');
      const rows = Array.from(table.tBodies[0].rows);
      rows.sort((one, two) => {
        const [a, b] = [value(one, column), value(two, column)];
        const order = numeric ? (Number(a) || 0) - (Number(b) || 0) : a.localeCompare(b, 'en', {numeric: true});
        return down ? -order : order;
      });
      all('thead th', table).forEach(other => other.removeAttribute('aria-sort'));
      header.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      table.tBodies[0].append(...rows);
    }
    all('table.sortable').forEach(table => {
      all('thead th', table).forEach((header, column) => {
        // A head that is an axis keeps its place.
        if (header.classList.contains('plot')) { return; }
        const button = document.createElement('button');
        button.type = 'button';
        button.append(...header.childNodes);
        header.append(button);
        button.addEventListener('click', () => sort(table, column, header));
      });
    });
    all('.tools[data-table]').forEach(tools => {
      const table = document.getElementById(tools.dataset.table);
      const input = tools.querySelector('input');
      const output = tools.querySelector('output');
      const rows = all('tbody tr', table);
      const texts = rows.map(row => row.textContent.toLowerCase());
      input.addEventListener('input', () => {
        const words = input.value.toLowerCase().split(/\\s+/);
        let shown = 0;
        rows.forEach((row, index) => {
          row.hidden = !words.every(word => texts[index].includes(word));
          shown += row.hidden ? 0 : 1;
        });
        output.textContent = shown + ' of ' + rows.length;
      });
      tools.hidden = false;
    });
    all('.tools[data-items]').forEach(tools => {
      const items = all('[data-item="' + tools.dataset.items + '"]');
      const texts = items.map(item => item.textContent.toLowerCase());
      const links = items.map(item => item.id ? all('[data-of="' + item.id + '"]') : []);
      const chips = all('.chip', tools);
      const menus = all('select', tools);
      const input = tools.querySelector('input');
      const output = tools.querySelector('output');
      const show = () => {
        const pressed = chips.filter(chip => chip.getAttribute('aria-pressed') === 'true');
        const chosen = pressed.filter(chip => chip.dataset.value !== '');
        const words = (input ? input.value : '').toLowerCase().split(/\\s+/);
        let shown = 0;
        items.forEach((item, index) => {
          const has = (group, value) => (item.dataset[group] || '').split(' ').includes(value);
          const listed = menus.every(menu => menu.value === '' || has(menu.dataset.group, menu.value));
          const fits = listed ? chosen.every(chip => has(chip.dataset.group, chip.dataset.value)) : false;
          item.hidden = !(fits ? words.every(word => texts[index].includes(word)) : false);
          links[index].forEach(link => { link.hidden = item.hidden; });
          shown += item.hidden ? 0 : 1;
        });
        output.textContent = shown + ' of ' + items.length;
      };
      chips.forEach(chip => chip.addEventListener('click', () => {
        chips.filter(other => other.dataset.group === chip.dataset.group).forEach(other => {
          other.setAttribute('aria-pressed', String(other === chip));
        });
        show();
      }));
      if (input) { input.addEventListener('input', show); }
      menus.forEach(menu => menu.addEventListener('change', show));
      tools.hidden = false;
    });
    all('.command').forEach(place => {
      const code = place.querySelector('code');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Copy';
      button.setAttribute('aria-label', 'Copy the command');
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(code.textContent);
          button.textContent = 'Copied';
        } catch (error) {
          getSelection().selectAllChildren(code);
          button.textContent = 'Selected';
        }
        setTimeout(() => { button.textContent = 'Copy'; }, 2000);
      });
      place.append(button);
    });

    """
}
