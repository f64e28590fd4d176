-- An adjustment by hand can undo an earlier one, once: credit that was applied to the wrong invoice.
alter table ledger_adjustments add column undoes_id integer unique references ledger_adjustments;
